"""Parts that are drawn in the browser: Python, JavaScript, CSS."""

