export const publicPages = { '/book/hall': 'enquire' } as const

export const enquiryPages = /^\/book\/hall\/enquiry(\/[^/]+)?$/
export const privatePages = [enquiryPages]

export const pageNames = { enquire: 'Ask for the hall', enquiry: 'An enquiry' }
