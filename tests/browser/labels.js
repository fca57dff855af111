async (figures, width) => {
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const canvas = document.createElement("canvas").getContext("2d");
    /* A line of text is taller than its letters: what must be clear of others is the ink. */
    const ink = (text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const { fontSize, fontFamily } = getComputedStyle(text);
        canvas.font = `${fontSize} ${fontFamily}`;
        const size = canvas.measureText(text.textContent);
        const above = size.fontBoundingBoxAscent - size.actualBoundingBoxAscent;
        const below = size.fontBoundingBoxDescent - size.actualBoundingBoxDescent;
        return { left, right, top: top + Math.max(above, 0), bottom: bottom - Math.max(below, 0) };
    };
    const place = document.createElement("div");
    place.style.width = `${width}px`;
    document.body.append(place);
    const faults = [];
    for (const [name, figure] of figures) {
        await Plotly.newPlot(place, figure.data, { ...figure.layout, width }, { staticPlot: true });
        const frame = place.querySelector(".main-svg").getBoundingClientRect();
        const words = [...place.querySelectorAll(".main-svg text")]
            .map((text) => ({ said: text.textContent, box: ink(text) }))
            .filter(({ said, box }) => said.trim() && box.right > box.left);
        words.forEach(({ said, box }, at) => {
            const over = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
            if (over > 1) faults.push(`${name}: "${said}" leaves the figure by ${over.toFixed(1)} px`);
            for (const other of words.slice(at + 1)) {
                if (meet(box, other.box)) faults.push(`${name}: "${said}" meets "${other.said}"`);
            }
        });
        Plotly.purge(place);
    }
    place.remove();
    return faults;
}

