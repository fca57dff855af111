"""What every page has: its state, its frame, its controls, its runs."""

from dashboard.ui import charts, controls, frame, run_page, streamlit_fixes, warm_up
from dashboard.ui.charts import (
    MOST, Point, Shown, draw_alone, embedded_name, embedded_section, endless_link, fact_links, files, finding,
    folded, game_link, game_lists, link_to, in_menu, named, plot, popover, still_chart, way_to,
)
from dashboard.ui.controls import (
    ask_which, bound, choice, choose_rules, describe_rules, from_whom, listed_rules, passed_over, read_as,
    records_or_published, rule_set, show_all_rules, show_refusal, size_words, widget_key,
)
from dashboard.ui.frame import (
    UNGROUPED, beside_rail, closed, deal_code, heading, if_answered, in_pairs, marked, note, on_primary,
    opened_page, opens, page_frame, pressable, primary_button, printed_below, quiet_button, remark,
    reset_explained, rules_title, side_by_side, table, theme, together, unanswered, unmarked, verbatim,
    verdict_row,
)
from dashboard.ui.run_page import RunPage
from dashboard.ui.state import (
    COMPARE, DIAGNOSE, GAME, LITERATURE, PACKS, PAGE_STATES, PAGES, QUESTIONS, RECORDS, RULES, SIMULATE,
    PageState, leave, note_page_drawn,
)
from dashboard.ui.streamlit_fixes import OFTEN, STATIC, compressed_answer, poll
