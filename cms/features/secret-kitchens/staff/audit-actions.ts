/** What staff did to a drop, in words. */
export const dropAuditActions = {
  drop_added: 'wrote the drop',
  drop_changed: 'changed the drop',
  drop_announced: 'announced the drop',
  drop_sold_out: 'said that nothing is left of',
  drop_back: 'said that there is more of',
  drop_cancelled: 'called off',
  drop_served: 'closed',
  drop_deleted: 'deleted the draft',
  drop_message: 'wrote to the claimants of',
}
