export const maxUploadBytes = 20 * 1024 * 1024
