export const publicPages = { '/book/hall': 'enquire' } as const

/** What the form has already, for those who looked for a table for more people than there are seats. */
export const pageQueries = {
  '/book/hall': { day: /^20\d\d-[01]\d-[0-3]\d$/, party: /^[1-9]\d{0,2}$/ },
}

export const enquiryPages = /^\/book\/hall\/enquiry(\/[^/]+)?$/
export const privatePages = [enquiryPages]

export const pageNames = { enquire: 'Ask for the hall', enquiry: 'An enquiry' }
