"""`manillen doctor` on a machine that may be slow: the table has a minute.

Run as a program; its argument says for how many seconds the table is searched.
"""

import sys

from manillen_tui.commands.doctor import doctor


if __name__ == "__main__":
    doctor.TABLE_S = 60.0
    doctor.FIND_S = float(sys.argv[1])
    sys.exit(doctor.run())
