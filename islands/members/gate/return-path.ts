const room = '/common-room/main'

/**
 * The path to open after a successful unlock: the member page that redirected to the gate, the page where
 * members write messages, or an event's page; otherwise the room.
 * @param search query of the gate's URL; its parameter `back` is the path of the page
 * @param hash fragment of the gate's URL, which browsers keep from the link that was redirected to the gate
 */
export function returnPath(search: string, hash = ''): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/(common-room\/[a-z]|calendar\/[a-z\d-]+$|(profile|common-good\/message)(?![^/?#]))[^\\]*$/.test(
    back,
  )
    ? back + (back.includes('#') || hash === '#joining' ? '' : hash)
    : room
}
