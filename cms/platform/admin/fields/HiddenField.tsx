/** Hides a field from the form but keeps it in the form's state, where other components read it. */
export const HiddenField = () => null
