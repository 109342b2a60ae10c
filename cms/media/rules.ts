/** How large an uploaded picture may be. */
export const maxUploadBytes = 20 * 1024 * 1024
