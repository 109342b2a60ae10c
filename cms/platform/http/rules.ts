/**
 * Cookie with the mode of a staff member: edit or preview. A script in the browser sets it. The server
 * ignores it without a staff session.
 */
export const editCookie = 'common-room-edit'
