/** Cache tag of pictures. */
export const mediaTag = 'media'
