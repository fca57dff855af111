/* The controls under the table, and the line of wars above the scrubber. */

const SPEEDS = [["1", "1 / s"], ["2", "2 / s"], ["4", "4 / s"], ["10", "10 / s"], ["50", "50 / s"], ["wars", "wars only"]];
const THUMB = 16;
const TICKS_HIGH = 13;

const ICONS = {
  first: "M5 5h2.5v14H5zM20 5v14L8.5 12z",
  back: "M17 5v14L6 12z",
  play: "M7 4.5v15L19.5 12z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  step: "M7 5v14l11-7z",
  last: "M16.5 5H19v14h-2.5zM4 5v14l11.5-7z",
};

function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, [svg("path", { d: ICONS[name] })]);
}

class Transport {
  /** `actions` are called without arguments by name, `scrub` with a round, `speed` with an option's value. */
  constructor(actions) {
    this.actions = actions;
    this.buttons = {
      first: this.button("first", "First round", "Home"),
      back: this.button("back", "Step back", "←"),
      play: this.button("play", "Play", "Space"),
      step: this.button("step", "Step", "→"),
      last: this.button("last", "Last round", "End"),
      nextWar: this.button("nextWar", "Next war", "W", drawTie(), html("span", "", {}, ["Next war"])),
    };
    this.range = html("input", "", { type: "range", min: "1", step: "1", "aria-label": "Round" });
    this.range.oninput = () => actions.scrub(Number(this.range.value));
    this.tickPath = svg("path");
    this.ticks = svg("svg", { class: "ticks", height: TICKS_HIGH, "aria-hidden": "true" }, [this.tickPath]);
    this.scrubber = html("div", "scrubber", {}, [this.ticks, this.range]);
    this.where = html("span", "where");
    this.speed = html("select", "speed", { "aria-label": "Speed" }, SPEEDS.map(([value, label]) =>
      html("option", "", { value }, [label])));
    this.speed.value = "4";
    this.speed.onchange = () => actions.speed(this.speed.value);
    const { nextWar, ...steps } = this.buttons;
    this.element = html("div", "transport", {}, [
      html("div", "steps", {}, Object.values(steps)), nextWar, this.scrubber, this.where, this.speed,
    ]);
  }

  button(name, label, key, ...content) {
    const children = content.length ? content : [icon(name)];
    const button = html("button", name, { type: "button", "aria-label": label, title: `${label} (${key})` }, children);
    button.onclick = () => button.getAttribute("aria-disabled") !== "true" && this.actions[name]();
    return button;
  }

  load(replay) {
    this.replay = replay;
    this.range.min = String(Math.min(1, replay.last));
    this.range.max = String(replay.last);
    // The widest text, so that the scrubber keeps its width while digits come and go.
    this.where.style.minWidth = `${this.whereText(replay.last).length * 0.52}em`;
  }

  whereText(round) {
    return this.replay.last ? `Round ${count(round)} of ${count(this.replay.last)}` : "No rounds";
  }

  /** Draw a tick for each war, in every column of pixels the deepest. */
  drawTicks() {
    const { replay } = this;
    const width = Math.floor(this.scrubber.clientWidth);
    this.ticks.setAttribute("width", width);
    const deepest = new Uint8Array(Math.max(width, 1));
    for (const [round, depth] of replay.ticks) {
      const column = Math.round(THUMB / 2 + ((width - THUMB) * (round - 1)) / Math.max(replay.last - 1, 1));
      deepest[column] = Math.max(deepest[column], Math.min(depth, 3));
    }
    let path = "";
    deepest.forEach((depth, column) => {
      if (depth) path += `M${column} ${TICKS_HIGH}v${-4 * depth}`;
    });
    this.tickPath.setAttribute("d", path);
  }

  show(round) {
    const { last } = this.replay;
    const text = this.whereText(round);
    this.range.value = String(round);
    this.range.setAttribute("aria-valuetext", text);
    this.range.style.setProperty("--done", last > 1 ? (round - 1) / (last - 1) : 0);
    this.where.textContent = text;
    this.enable("first", round > 1);
    this.enable("back", round > 1);
    this.enable("play", last > 0);
    this.enable("step", round < last || this.replay.sent.end.cycle);
    this.enable("last", round < last);
    this.enable("nextWar", this.replay.nextWar(round));
  }

  /** A button that lost its use keeps the focus, or the keys would stop working there. */
  enable(name, enabled) {
    this.buttons[name].setAttribute("aria-disabled", enabled ? "false" : "true");
  }

  showPlaying(playing) {
    const { play } = this.buttons;
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = playing ? "Pause (Space)" : "Play (Space)";
  }
}
