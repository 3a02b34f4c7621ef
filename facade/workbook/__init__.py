"""The workbook unit: model, mutations, xlsx, and what a macro sees."""
