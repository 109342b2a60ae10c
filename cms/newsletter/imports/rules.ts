/** How large a list of subscribers may be: half a million rows, with the words they agreed to. */
export const maxImportBytes = 128 * 1024 * 1024
