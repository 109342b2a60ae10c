export const editingActions = {
  draft: 'wrote a draft of',
  discard: 'discarded the draft of',
  publish: 'published',
  unpublish: 'took down',
  schedule: 'scheduled',
  cancel_schedule: 'cancelled what was scheduled for',
  schedule_failed: 'could not do what was scheduled for',
  restore: 'restored an older version of',
}
