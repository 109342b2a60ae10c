import { build, isBuilt } from '../../cms/build.ts'
import { startServer } from './server.ts'

/** The built program with the demo venue and its own PostgreSQL, for as long as the run lasts. */
export default async function setup() {
  if (!(await isBuilt())) await build()
  const server = await startServer()
  process.env.SITE_UNDER_TEST = server.url
  return async () => {
    await server.stop()
  }
}
