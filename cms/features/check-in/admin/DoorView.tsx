export const DoorView = () => null
