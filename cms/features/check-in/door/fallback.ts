/** The texts of the page at the door, before a shift begins. */
export const door = {
  meta: { title: 'The door' },
  start: {
    title: 'The door',
    lead: 'Name this phone and choose its door. Then hold codes to the camera, plug in a scanner, or find people by name.',
    no_script: 'The door needs JavaScript. Without it, check guests in on the list of the event.',
  },
}
