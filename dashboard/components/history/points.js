// A hand over the points of a chart that open something: Plotly shows the same cross everywhere.
function showPressable() {
  const watched = new WeakSet();
  document.addEventListener("pointerover", (event) => {
    const chart = event.target.closest?.(".js-plotly-plot");
    if (!chart?.on || watched.has(chart)) return;
    watched.add(chart);
    const show = (cursor) => {
      for (const area of chart.querySelectorAll(".nsewdrag")) area.style.cursor = cursor;
    };
    chart.on("plotly_hover", () => chart.layout.clickmode?.includes("select") && show("pointer"));
    chart.on("plotly_unhover", () => show(""));
  });
}
