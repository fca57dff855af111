// Finds the middle of a bar of the third rule set, and the game that it opens.
chart => {
    for (const trace of chart._fullData.filter((one) => one.customdata && one.type === "bar")) {
        const place = trace.customdata.findIndex((data) => data[0] >= 0 && data[1] === 2);
        if (place < 0) continue;
        const { xaxis, yaxis } = chart._fullLayout, base = trace.base?.[place] ?? 0;
        const [x, y] = trace.orientation === "h"
            ? [base + trace.x[place] / 2, trace.y[place]] : [trace.x[place], base + trace.y[place] / 2];
        return [xaxis._offset + xaxis.d2p(x), yaxis._offset + yaxis.d2p(y), trace.customdata[place][0]];
    }
}
