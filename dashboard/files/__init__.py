"""Files to take home that need charts: the report. Whole bytes, no Streamlit."""

from dashboard.files import footer
from dashboard.files.card import SIZE, Card, in_percent, png, rule_lines
from dashboard.files.footer import code, of_diagnosis, of_job, of_lines, of_pack, of_picture
from dashboard.files.reports import (
    SHADES, Looks, diagnosis_report, game_report, hashed, not_found, replay_page, report, sheet,
)
