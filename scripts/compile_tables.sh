#!/bin/sh
# Compile one LaTeX document that inputs every table; needs TeX Live with latex-recommended and Latin Modern.
set -eu
tables=$(cd "${1:-tables}" && pwd)
out=${2:-$(mktemp -d)}
cd "$out"
{
    printf '%s\n' '\documentclass[a4paper]{article}' '\usepackage[T1]{fontenc}' '\usepackage{lmodern}' \
        '\usepackage[margin=1.5cm]{geometry}' '\usepackage{booktabs,longtable,array,pdflscape}' '\begin{document}'
    for file in "$tables"/*.tex; do printf '\\input{%s}\n\\clearpage\n' "$file"; done
    printf '%s\n' '\end{document}'
} > all.tex
for pass in 1 2 3; do
    pdflatex -interaction=nonstopmode -halt-on-error all.tex > "pass$pass.txt" || { tail -n 30 "pass$pass.txt"; exit 1; }
done
if grep -E 'Overfull|Missing character|undefined|LaTeX Warning' all.log; then
    echo "the LaTeX log is not clean" >&2
    exit 1
fi
echo "compiled $out/all.pdf"
