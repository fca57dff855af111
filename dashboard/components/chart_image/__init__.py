"""PNG and SVG of a chart, made in the browser from what stands on the page: Python, JS, CSS."""
