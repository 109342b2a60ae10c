import { startEmbeddedPostgres } from './cms/database/embedded.ts'
import { env } from './cms/env.ts'
const q = await startEmbeddedPostgres(env().DATA_DIR); console.log(q.url)
setInterval(()=>{},1e6)
process.on('SIGTERM', async()=>{await q.stop(); process.exit(0)})
