/* The board: what is on the table, who moves it, and what the page is told. */

const REPORT_AFTER = 400;
const REPORT_EVERY = 2000;
const FETCH_AFTER = 150;
const WAR_EVERY = 1500;
const FASTEST_FADE = 4;
const SIZES_EVERY = 40;
const CARDS_EVERY = 240;

class Board {
  constructor(parent) {
    this.transport = new Transport({
      first: () => this.byHand(() => 1),
      back: () => this.byHand(() => this.round - 1),
      play: () => this.toggle(),
      step: () => this.byHand(() => this.following()),
      last: () => this.byHand(() => this.replay.last),
      nextWar: () => this.byHand(() => this.replay.nextWar(this.round)),
      scrub: (round) => this.byHand(() => round),
      speed: () => this.playing && this.schedule(),
    });
    this.table = new Table();
    this.root = html("div", "board", {
      tabindex: "0",
      role: "group",
      "aria-label": "The table, round by round",
      "aria-keyshortcuts": "Space ArrowLeft ArrowRight Home End PageUp PageDown W Shift+W R ?",
    }, [this.table.element, this.transport.element]);
    this.keys = new Keys(this);
    this.root.append(this.keys.line, this.keys.list);
    swiped(this.table.element, (forward) => this.byHand(() => (forward ? this.following() : this.round - 1)));
    parent.append(this.root);
    this.playing = false;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.root);
    this.observer.observe(this.table.cards);
  }

  /** Take what the page sends: often the same again, sometimes a jump or another game. */
  update({ sent, goto, beside, alone, framed, within }) {
    const [round, nonce] = goto ?? [1, null];
    this.brief = Boolean(beside);
    // In a file of its own there is no page that could be told anything, or asked for more of a game.
    this.alone = this.brief || Boolean(alone);
    this.root.classList.toggle("alone", this.alone || Boolean(framed));
    this.root.classList.toggle("brief", this.brief);
    this.root.classList.toggle("still", Boolean(sent.still));
    if (beside) this.root.setAttribute("aria-label", `${beside}, round by round`);
    if (this.within && !within) this.pause();
    this.within = within;
    if (sent.game !== this.replay?.sent.game) this.load(sent, round);
    else if (sent.from !== this.replay.first) this.follow(sent, goto && nonce !== this.nonce ? round : this.round);
    else if (goto && nonce !== this.nonce) this.jump(round);
    this.nonce = nonce;
  }

  load(sent, round) {
    this.pause();
    clearTimeout(this.reporting);
    this.reporting = undefined;
    this.replay = new Replay(sent);
    this.table.load(this.replay);
    this.transport.load(this.replay);
    this.root.dataset.game = sent.game;
    this.round = this.reported = this.clamp(round);
    this.waiting = false;
    this.resize(true);
    if (this.within) this.playWithin();
  }

  /** Take another stretch of the same game, the player where he is. */
  follow(sent, round) {
    this.replay = new Replay(sent);
    this.table.replay = this.transport.replay = this.replay;
    this.round = round;
    if (!this.replay.has(round)) return this.fetchRound();
    this.draw(false);
    if (this.playing && this.waiting) this.schedule();
    this.waiting = false;
  }

  /** Have the page send the stretch in which this round is. */
  fetchRound() {
    this.waiting = true;
    clearTimeout(this.timer);
    clearTimeout(this.reporting);
    this.transport.show(this.round);
    this.table.tellWaiting(this.round);
    this.root.dataset.round = this.round;
    this.reporting = setTimeout(() => this.tell(), FETCH_AFTER);
  }

  /** Go where the page wants, which therefore needs no report. */
  jump(round) {
    this.pause();
    this.reported = this.clamp(round);
    this.go(this.reported);
  }

  clamp(round) {
    // Where nothing is reported, nothing can be fetched.
    const [first, last] = this.alone ? [this.replay.first, this.replay.until] : [1, this.replay.last];
    return Math.min(Math.max(round, first), last);
  }

  resize(always = false) {
    if (!this.replay) return;
    const board = this.root.clientWidth;
    this.root.style.setProperty("--card", `${cardWidth(board)}px`);
    if (!this.table.measure(board) && !always) return;
    this.transport.drawTicks();
    // Where only single steps are taken, room for the longest words of a game would stay empty.
    if (!this.brief) this.table.reserve();
    this.draw(false);
  }

  /** The round after this one; an endless game goes on where it comes back. */
  following() {
    const { cycle } = this.replay.sent.end;
    return this.round === this.replay.last && cycle ? cycle.start : this.round + 1;
  }

  byHand(target) {
    this.pause();
    const round = target();
    if (round !== undefined) this.go(this.clamp(round));
  }

  go(round) {
    if (round === this.round) return;
    this.round = round;
    if (!this.replay.has(round)) return this.fetchRound();
    this.waiting = false;
    this.draw(!this.playing || Number(this.transport.speed.value) <= FASTEST_FADE);
    this.report();
  }

  draw(fade) {
    if (this.replay.last && !this.replay.has(this.round)) return this.fetchRound();
    const start = performance.now();
    const position = this.replay.position(this.round);
    this.root.classList.toggle("fade", fade);
    this.table.show(position);
    this.transport.show(this.round);
    this.root.dataset.round = this.round;
    this.root.classList.toggle("plain", !position.move?.wars);
    this.root.dataset.winner = position.move?.winner ?? 0;
    this.root.dataset.ms = (performance.now() - start).toFixed(2);
  }

  toggle() {
    if (this.playing) this.pause();
    else if (this.replay.last) this.play();
  }

  play() {
    this.playing = true;
    // Nobody can listen at this speed: the words are read out again when the game is paused.
    this.table.words.setAttribute("aria-live", "off");
    this.transport.showPlaying(true);
    if (this.round === this.clamp(this.replay.last)) this.go(this.clamp(this.replay.sent.end.cycle?.start ?? 1));
    this.schedule();
  }

  /** Play all that is here within the time that the page gave; those who want no motion see its end at once. */
  playWithin() {
    const began = performance.now();
    const { first, until, last } = this.replay;
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1000 * this.within;
    let cards = began;
    this.playing = true;
    this.table.words.setAttribute("aria-live", "off");
    this.transport.showPlaying(true);
    const tick = () => {
      const gone = performance.now() - began;
      if (gone >= duration) {
        this.go(last);
        return this.pause();
      }
      this.round = Math.max(this.round, first + Math.floor((gone / duration) * (until - first + 1)));
      // Cards that change more often than this only flicker; decks grow and shrink.
      if (began + gone - cards >= CARDS_EVERY) {
        cards += CARDS_EVERY;
        this.draw(false);
      } else this.drawSizes();
      this.timer = setTimeout(tick, SIZES_EVERY);
    };
    tick();
  }

  drawSizes() {
    this.replay.position(this.round).sizes.forEach((size, side) => this.table.showDeck(side, size));
    this.transport.show(this.round);
  }

  schedule() {
    clearTimeout(this.timer);
    const speed = this.transport.speed.value;
    const every = speed === "wars" ? WAR_EVERY : 1000 / Number(speed);
    let due = performance.now() + every;
    const tick = () => {
      this.go(this.clamp(speed === "wars" ? this.replay.nextWar(this.round) ?? this.replay.last : this.round + 1));
      if (this.round === this.clamp(this.replay.last)) return this.pause();
      if (this.waiting) return;
      due = Math.max(due + every, performance.now());
      this.timer = setTimeout(tick, due - performance.now());
    };
    this.timer = setTimeout(tick, every);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    this.transport.showPlaying(false);
    this.table.words.setAttribute("aria-live", "polite");
    if (this.waiting) return;
    this.table.tell(this.replay.position(this.round));
    this.report();
  }

  /** Tell the page the round once it has come to rest, during play now and then. */
  report() {
    if (this.alone) return;
    if (this.playing && this.reporting) return;
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => {
      if (this.reported === this.round) this.reporting = undefined;
      else this.tell();
    }, this.playing ? REPORT_EVERY : REPORT_AFTER);
  }

  /** Tell the page the round, as soon as it has taken in whatever else it was told. */
  tell() {
    this.reporting = isQuiet() ? undefined : setTimeout(() => this.tell(), LOOK);
    if (this.reporting) return;
    this.reported = this.round;
    // With the page's latest jump, so that it can tell which of the two is newer.
    this.send("at", { game: this.replay.sent.game, round: this.round, goto: this.nonce });
  }

  unmount() {
    clearTimeout(this.timer);
    clearTimeout(this.reporting);
    this.observer.disconnect();
    this.keys.leave();
    this.root.remove();
  }
}

const boards = new WeakMap();

/** Streamlit runs this at every change of data: mount once, then only look at what is new. */
export default function ({ data, parentElement, setStateValue }) {
  if (!boards.has(parentElement)) boards.set(parentElement, new Board(parentElement));
  const board = boards.get(parentElement);
  board.send = setStateValue;
  board.update(data);
  return () => {
    board.unmount();
    boards.delete(parentElement);
  };
}
