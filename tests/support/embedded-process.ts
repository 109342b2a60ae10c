import { startEmbeddedPostgres } from '../../cms/platform/database/embedded.ts'

// Runs the embedded PostgreSQL of a folder until SIGTERM. Prints its URL when it is ready.
const postgres = await startEmbeddedPostgres(process.argv[2] ?? '')
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit()))
console.log(postgres.url)
