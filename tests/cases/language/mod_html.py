import html
from html import escape as esc

print(
    esc('<a href="x">&\'</a>'), esc('"', quote=False), html.unescape("&lt;b&gt; &amp; &eacute; &#39; &#x41; &nosuch;")
)
