export const newsletterActions = {
  imported: 'imported',
  import_given_up: 'could not import the whole of',
  exported: 'downloaded a list of',
}
