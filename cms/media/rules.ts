/** Maximum size of an uploaded picture. */
export const maxUploadBytes = 20 * 1024 * 1024
