/** How many jobs wait, are repeated or failed for good, as one sentence that leaves out what is zero. */
export function describeJobs(jobs: {
  waiting: number
  repeated: number
  failedPermanently: number
}): string {
  const parts = [
    { jobs: jobs.waiting, one: 'is waiting', many: 'are waiting' },
    {
      jobs: jobs.repeated,
      one: 'is tried again after a failure',
      many: 'are tried again after failures',
    },
    { jobs: jobs.failedPermanently, one: 'was given up', many: 'were given up' },
  ].filter((part) => part.jobs > 0)
  if (!parts.length) return 'Nothing is waiting, and nothing has failed.'
  const words = parts.map(({ jobs: count, one, many }, index) => {
    const name = index ? '' : count === 1 ? ' job' : ' jobs'
    return count === 1 ? `${index ? 'one' : 'One'}${name} ${one}` : `${count}${name} ${many}`
  })
  return `${words.join(', ')}.`
}
