// Draws the report's charts in the shades of the screen, or in the light ones on paper.
const charts = JSON.parse(document.getElementById("charts").textContent);
const night = matchMedia("(prefers-color-scheme: dark)");
const PLAIN = { displayModeBar: false, displaylogo: false, responsive: true };

function draw(theme) {
  charts.forEach((chart, number) => {
    const { data, layout } = structuredClone(chart[theme]);
    Plotly.react(`chart-${number}`, data, layout, PLAIN);
  });
}

function look({ title, finding, note, footer }) {
  const styles = getComputedStyle(document.documentElement);
  const shade = (name) => styles.getPropertyValue(`--${name}`).trim();
  return {
    title,
    finding,
    note,
    footer: footer.split("\n"),
    line: shade("grid"),
    ink: shade("ink"),
    muted: shade("muted"),
    paper: shade("paper"),
    heading: shade("serif"),
    body: shade("sans"),
  };
}

function onScreen() {
  draw(night.matches ? "dark" : "light");
}

document.querySelectorAll(".panel").forEach((panel, number) => {
  for (const button of panel.querySelectorAll(".save button")) {
    const kind = button.textContent;
    button.setAttribute("aria-label", `${kind} of ${panel.dataset.title || "the chart"}`);
    button.onclick = async () => {
      button.disabled = true;
      const save = kind === "PNG" ? savePng : saveSvg;
      try {
        await save(document.getElementById(`chart-${number}`), look(panel.dataset), charts[number].image);
      } catch {
        button.textContent = `${kind}: this browser could not make it`;
      }
      button.disabled = false;
    };
  }
});

onScreen();
night.onchange = onScreen;
addEventListener("beforeprint", () => draw("light"));
addEventListener("afterprint", onScreen);
