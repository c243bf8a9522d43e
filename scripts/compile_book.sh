#!/bin/sh
# Compile the book that scripts/book.py or `exact tables --book` wrote to a directory; needs TeX Live with latex-recommended and Latin Modern.
set -eu
cd "${1:-book}"
latex='pdflatex -interaction=nonstopmode -halt-on-error book'
symbols='makeindex -q -s symbols.ist -o book.gls -t book.glg book.glo'
for command in "$latex" "bibtex book" "$latex" "makeindex -q book" "$symbols" "$latex" "$latex"; do
    $command > output.txt 2>&1 || { tail -n 30 output.txt; exit 1; }
done
# older styles of BibTeX do not know the type online, and set it as they set misc
if grep -v '^Warning--entry type .* style-file defined$' book.blg >entries.txt; grep -E 'Overfull|Missing character|undefined|Warning|warning \(dest\)|rejected, [1-9]|[1-9][0-9]* rejected' book.log entries.txt book.ilg book.glg; then
    echo "the log is not clean" >&2
    exit 1
fi
echo "compiled book.pdf"
