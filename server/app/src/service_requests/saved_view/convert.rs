//! Conversion of saved views between the model and the contract.
use contract::v1;

use super::model::SavedView;

pub fn to_contract(view: SavedView) -> v1::SavedView {
    let SavedView { id, layout, name, query } = view;
    v1::SavedView { id: id.to_string(), layout, name, query }
}
