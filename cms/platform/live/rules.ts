/** The maximum number of windows that one process keeps connected. */
export const maxWindows = 5000
/** The maximum number of windows of one client. All guests of a venue may share one IP address. */
export const windowsPerClient = 1000
