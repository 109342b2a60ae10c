const formatCount = (count: number, one: string, many: string) =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en-GB')} ${many}`

/** `one device`, `100,000 devices` */
export const formatDeviceCount = (count: number): string => formatCount(count, 'device', 'devices')
/** `one person`, `12 people` */
export const formatPeopleCount = (count: number): string => formatCount(count, 'person', 'people')
/** `one more person`, `12 more people` */
export const formatMorePeople = (count: number): string =>
  formatCount(count, 'more person', 'more people')
