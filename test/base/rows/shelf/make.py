# The workbooks of the shelf that XlsxWriter and openpyxl write: `python3 make.py FOLDER`.
import datetime
import json
import os
import sys

import openpyxl
import xlsxwriter

FOLDER = sys.argv[1]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "content.json"), encoding="utf-8") as file:
    CONTENT = json.load(file)


def date_of(cell):
    return datetime.datetime.fromisoformat(cell["date"])


def write_with_xlsxwriter(name, options):
    book = xlsxwriter.Workbook(os.path.join(FOLDER, name), options)
    date = book.add_format({"num_format": "dd/mm/yyyy hh:mm"})
    bold = book.add_format({"bold": True})
    for title, rows in CONTENT.items():
        sheet = book.add_worksheet(title)
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if isinstance(cell, dict) and "date" in cell:
                    sheet.write_datetime(r, c, date_of(cell), date)
                elif isinstance(cell, dict) and "error" in cell:
                    sheet.write_formula(r, c, "=NA()", None, cell["error"])
                elif isinstance(cell, dict):
                    sheet.write_formula(r, c, "=" + cell["formula"])
                elif isinstance(cell, str) and r == 0 and len(cell) > 1 and not options:
                    sheet.write_rich_string(r, c, bold, cell[:1], cell[1:])
                elif cell != "":
                    sheet.write(r, c, cell)
    book.close()


def write_with_openpyxl(name, write_only):
    book = openpyxl.Workbook(write_only=write_only)
    if not write_only:
        book.remove(book.active)
    for title, rows in CONTENT.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(
                [
                    date_of(cell) if isinstance(cell, dict) and "date" in cell
                    else cell["error"] if isinstance(cell, dict) and "error" in cell
                    else "=" + cell["formula"] if isinstance(cell, dict)
                    else None if cell == ""
                    else cell
                    for cell in row
                ]
            )
    book.save(os.path.join(FOLDER, name))


write_with_xlsxwriter("xlsxwriter.xlsx", {})
write_with_xlsxwriter("xlsxwriter-constant-memory.xlsx", {"constant_memory": True})
write_with_xlsxwriter("xlsxwriter-1904.xlsx", {"date_1904": True})
write_with_openpyxl("openpyxl.xlsx", False)
write_with_openpyxl("openpyxl-write-only.xlsx", True)
