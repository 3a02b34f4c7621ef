"""The model of a workbook: what mutations write and everything else reads."""
