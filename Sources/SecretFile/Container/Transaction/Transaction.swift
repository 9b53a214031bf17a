/// A change in the making: what `Container.update` lends to its body.
///
/// It reads the container as it is under the change so far. Nothing is written before the body returns; if it
/// throws, nothing is written at all. The body may run twice, because another writer may have been faster: it
/// should do nothing but read and change the transaction.
public struct Transaction: ~Copyable {
}
