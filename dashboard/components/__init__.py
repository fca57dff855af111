"""Parts of the page that are drawn in the browser: Python, JavaScript, CSS."""
