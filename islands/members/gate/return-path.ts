const room = '/common-room/main'

/**
 * The path to open after a successful unlock: the room, or the member page that redirected to the gate.
 * @param search query of the gate's address; `back` names the page
 */
export function returnPath(search: string): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/(common-room\/[a-z]|profile(?![^/?#]))[^\\]*$/.test(back) ? back : room
}
