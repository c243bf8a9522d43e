#!/bin/sh
# Compile the book that `exact book` wrote to a directory; needs TeX Live with latex-recommended and Latin Modern.
set -eu
cd "${1:-book}"
for command in pdflatex bibtex pdflatex pdflatex pdflatex; do
    options=; [ "$command" = bibtex ] || options='-interaction=nonstopmode -halt-on-error'
    # shellcheck disable=SC2086
    "$command" $options book > output.txt || { tail -n 30 output.txt; exit 1; }
done
if grep -E 'Overfull|Missing character|undefined|Warning' book.log book.blg; then
    echo "the log is not clean" >&2
    exit 1
fi
echo "compiled book.pdf"
