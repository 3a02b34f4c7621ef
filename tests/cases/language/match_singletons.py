def kind(x):
    match x:
        case None:
            return "none"
        case True:
            return "true"
        case False:
            return "false"
        case 1:
            return "one"
    return "nothing"


print([kind(x) for x in (None, True, False, 1, 0, 1.0)])
