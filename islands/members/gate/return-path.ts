const room = '/common-room/main'

/**
 * Where the gate leads: into the room, or back to the page for members that somebody came for.
 * @param search of the gate's address, which names it as `back`
 */
export function wayIn(search: string): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/(common-room\/[a-z]|profile(?![^/?#]))[^\\]*$/.test(back) ? back : room
}
