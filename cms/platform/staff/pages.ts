export const privatePages = [/^\/admin\/first(\/[\w-]+)?$/]

export const lowerCaseSegments = ['admin', 'cms']
