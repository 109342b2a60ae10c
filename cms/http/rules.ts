/** Cookie with the staff's mode: edit or preview. Set by the browser; ignored without a staff session. */
export const editCookie = 'common-room-edit'
