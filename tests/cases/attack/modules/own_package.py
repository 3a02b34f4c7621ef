# why: the package that macros may import has much more behind it than they may see.
# source: README.md of this project
import macrocell.engine
