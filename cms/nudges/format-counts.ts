const counted = (count: number, one: string, many: string) =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en-GB')} ${many}`

/** `one device`, `100,000 devices` */
export const formatDeviceCount = (count: number): string => counted(count, 'device', 'devices')
/** `one person`, `12 people` */
export const formatPeopleCount = (count: number): string => counted(count, 'person', 'people')
/** `one more person`, `12 more people` */
export const formatMorePeople = (count: number): string =>
  counted(count, 'more person', 'more people')
