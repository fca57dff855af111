// Puts into a page what a text could bring: handlers, scripts, frames, pictures from elsewhere.
() => {
    window.ran = [];
    window.refused = [];
    addEventListener("securitypolicyviolation", event => refused.push(event.effectiveDirective));
    const slipped = document.createElement("div");
    slipped.innerHTML = `<img src="x" onerror="ran.push('handler')">
        <img src="http://outside.example/seen.png"><iframe src="http://outside.example/"></iframe>
        <object data="http://outside.example/"></object>`;
    document.body.append(slipped);
    const script = document.createElement("script");
    script.textContent = "ran.push('script')";
    document.body.append(script);
    fetch("http://outside.example/told").catch(() => {});
}
