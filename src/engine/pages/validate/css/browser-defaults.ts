/** What Chromium does to elements before a page says anything, as far as the checks read it. */
export const BROWSER_DEFAULTS = `
html,body,address,blockquote,center,dialog,div,figure,figcaption,footer,form,header,hr,legend,main,p,pre,search,
article,aside,details,summary,h1,h2,h3,h4,h5,h6,hgroup,nav,section,dir,dd,dl,dt,menu,ol,ul,fieldset,optgroup,
option{display:block}
head,script,style,meta,link,title,template,area,base,datalist,noembed,noframes,noscript,param,rp,
input[type=hidden],dialog:not([open]),[hidden]{display:none}
body{margin:8px}
li,summary{display:list-item}
p,ul,ol,dl,menu{margin:1em 0}
ul,ol,menu{padding-left:40px}
li ul,li ol{margin-top:0;margin-bottom:0}
dd{margin-left:40px}
blockquote,figure{margin:1em 40px}
pre{margin:1em 0;white-space:pre}
h1{font-size:2em;margin:.67em 0}
h2{font-size:1.5em;margin:.83em 0}
h3{font-size:1.17em;margin:1em 0}
h4{margin:1.33em 0}
h5{font-size:.83em;margin:1.67em 0}
h6{font-size:.67em;margin:2.33em 0}
h1,h2,h3,h4,h5,h6,b,strong,th{font-weight:bold}
small,sub,sup{font-size:smaller}
code,kbd,samp,pre,tt{font-family:monospace}
hr{border:1px inset #808080;margin:.5em auto;color:#808080}
button,input,select,textarea{font-size:13.3333px;font-family:Arial;font-weight:normal;line-height:normal;
letter-spacing:normal;text-transform:none;text-indent:0;color:#000;display:inline-block;text-align:start}
button,input[type=submit],input[type=reset],input[type=button],input[type=color]{padding:1px 6px;border:2px outset;
box-sizing:border-box;text-align:center;background-color:#efefef;white-space:normal}
input:not([type=submit],[type=reset],[type=button],[type=checkbox],[type=radio],[type=range],[type=file],
[type=color],[type=image]){padding:1px 2px;border:2px inset;background-color:#fff}
input[type=checkbox]{margin:3px 3px 3px 4px;box-sizing:border-box}
input[type=radio]{margin:3px 3px 0 5px;box-sizing:border-box}
input[type=range]{margin:2px;background-color:#fff}
textarea{padding:2px;border:1px solid;background-color:#fff;font-family:monospace;white-space:pre-wrap}
select{border:1px solid;box-sizing:border-box;background-color:#efefef;white-space:pre}
progress,meter{display:inline-block;box-sizing:border-box}
:disabled{color:#808080}
fieldset{margin:0 2px;padding:.35em .75em .625em;border:2px groove;min-width:min-content}
legend{padding:0 2px;width:fit-content}
table{display:table;border-spacing:2px;box-sizing:border-box;text-indent:0}
caption{display:block;text-align:center}
thead,tbody,tfoot{display:table-row-group}
tr{display:table-row}
td,th{display:table-cell;padding:1px}
th{text-align:center}
a:any-link{color:#0000ee}
mark{background-color:#ff0;color:#000}
iframe{border:2px inset}
[dir=rtl]{direction:rtl}
[dir=ltr]{direction:ltr}
center{text-align:center}
dialog{position:absolute;left:0;right:0;width:fit-content;height:fit-content;margin:auto;border:3px solid;padding:1em;
background-color:#fff;color:#000}
details:not([open])>:not(summary){display:none}
`
