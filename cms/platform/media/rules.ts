export const maxUploadBytes = 20 * 1024 * 1024

/** What staff read after the upload of an animation. */
export const animationNote = 'It was an animation, and is shown as a still: its first frame.'
