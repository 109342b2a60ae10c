export const privatePages = [/^\/subscribe(\/confirm\/[^/]+)?$/, /^\/unsubscribe(\/[^/]+)?$/]

export const lowerCaseSegments = ['unsubscribe']
