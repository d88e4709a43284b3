"""`manillen doctor` for a slow machine: the check of the table may take a minute.

Run as a program; its argument is how many seconds to search for the table.
"""

import sys

from manillen_tui.commands.doctor import doctor


if __name__ == "__main__":
    doctor.TABLE_S = 60.0
    doctor.FIND_S = float(sys.argv[1])
    sys.exit(doctor.run())
