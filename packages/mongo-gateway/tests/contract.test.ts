// One contract, written with mongoose and the driver only, that runs against the server of MONGO_URL, so that a real
// mongod is tested by it too. Without MONGO_URL it runs against a gateway of its own.
import { describeAggregation } from './contract/aggregation.ts';
import { describeCursors } from './contract/cursors.ts';
import { describeIndexes } from './contract/indexes.ts';
import { describeModels } from './contract/models.ts';
import { describeQueries } from './contract/queries.ts';
import { describeRefusals } from './contract/refusals.ts';
import { describeRetries } from './contract/retries.ts';
import { describeSemantics } from './contract/semantics.ts';
import { describeTransactions } from './contract/transactions.ts';
import { describeUpdates } from './contract/updates.ts';
import { describeWrites } from './contract/writes.ts';
import { useTestServer } from './test-server.ts';

const server = useTestServer();

describeIndexes(server);
describeQueries(server);
describeUpdates(server);
describeWrites(server);
describeAggregation(server);
describeSemantics(server);
describeCursors(server);
describeTransactions(server);
describeRetries(server);
describeModels(server);
describeRefusals(server);
