const room = '/common-room/main'

/**
 * The path to open after a successful unlock: the room, the member page that redirected to the gate, or the page where
 * members write messages.
 * @param search query of the gate's address; `back` names the page
 */
export function returnPath(search: string): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/(common-room\/[a-z]|(profile|common-good\/message)(?![^/?#]))[^\\]*$/.test(back)
    ? back
    : room
}
